import { useId, type ReactNode } from "react";

/** What the control of a field needs in order to belong to its label and its problem. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}

interface FieldProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control, with what is wrong with its value. */
export function Field({ label, problem, children }: FieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": problemId })}
      <p id={problemId} className="field-problem">
        {problem}
      </p>
    </div>
  );
}
