import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps {
  /** What it does; shown, or told to those who cannot see its icon. */
  readonly label: string;
  readonly onClick: () => void;
  readonly icon?: IconName;
  /** `icon`: the label is only told, and shown on hovering. */
  readonly look?: "plain" | "primary" | "danger" | "quiet" | "icon";
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly class?: string;
  /** More than its label says, shown on hovering. */
  readonly title?: string;
  readonly children?: ComponentChildren;
}

export function Button({ label, onClick, icon, look = "plain", disabled, pressed, ...rest }: ButtonProps): JSX.Element {
  const isBare = look === "icon";
  return (
    <button
      type="button"
      class={`button ${look} ${rest.class ?? ""}`}
      disabled={disabled}
      aria-pressed={pressed}
      aria-label={isBare ? label : undefined}
      title={rest.title ?? (isBare ? label : undefined)}
      onClick={onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {!isBare && <span class="label">{label}</span>}
      {rest.children}
    </button>
  );
}
