import type { ApiError } from "../api/api-error.ts";
import { Notice } from "./notice.tsx";

/** Why there is no result yet, while a call waits for the time the service named. */
export function WaitNotice({ reason }: { readonly reason: ApiError }) {
  const seconds = reason.retryAfter === 1 ? "1 second" : `${reason.retryAfter} seconds`;
  return (
    <Notice tone="calm" title="The service is busy">
      <p>It asks for a pause of {seconds}. Trying again then.</p>
    </Notice>
  );
}
