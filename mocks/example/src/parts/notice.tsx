import type { ReactNode } from "react";

interface NoticeProps {
  readonly tone: "good" | "calm" | "bad";
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message about what happened. A bad one is announced at once, the others when the reader pauses. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}
