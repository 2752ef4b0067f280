import type { Simulation } from "../../mocks/simulation/simulation.ts";
import { toCall } from "./trial.fixture.ts";
import { tokens } from "./world.fixture.ts";

const baseUrl = "https://mock.example";

/** A request of a visit. */
export interface VisitRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "POST" | "PROPFIND";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** The valid token by default; `null`: none. */
  readonly authorization?: string | null;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The simulation's response to it. */
export interface VisitResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request as it is sent. */
export function requestOf({
  method = "GET",
  path,
  query = {},
  authorization = `Bearer ${tokens.good}`,
  type = "application/json",
  body,
  headers,
}: VisitRequest) {
  const parts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams(parts).toString();
  return {
    method,
    url: `${baseUrl}${path}${search === "" ? "" : `?${search}`}`,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

export async function answer(simulation: Simulation, request: VisitRequest): Promise<VisitResponse> {
  const call = toCall(requestOf(request), simulation.dialect.limits.bodyBytes);
  const { status, headers, body } = await simulation.answer({ ...call, path: request.path });
  return { status, headers, body };
}
