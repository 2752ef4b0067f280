/** Does the last task given once none was given for so many milliseconds. */
export function calm(quietMs: number): (task: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (task) => {
    clearTimeout(timer);
    timer = setTimeout(task, quietMs);
  };
}
