import type { FieldProblem } from "../api/api-error.ts";
import type { UserDraft } from "../api/operations.ts";

export const roles = ["member", "admin", "billing", "owner"];

export function readDraft(form: HTMLFormElement): UserDraft {
  const fields = new FormData(form);
  const read = (name: keyof UserDraft) => {
    const value = fields.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return { name: read("name"), email: read("email"), role: read("role") };
}

/** What can be told without asking the service, which has the last word. */
export function findProblems({ name, email }: UserDraft): readonly FieldProblem[] {
  return [
    ...(name === "" ? [{ field: "name", message: "Enter a name." }] : []),
    ...(/^\S+@\S+\.\S+$/.test(email)
      ? []
      : [{ field: "email", message: "Enter an email address, such as ada@example.com." }]),
  ];
}
