import { doneAllTheSame } from "./broken-refusals.ts";
import { lagging } from "./conforming-creation.ts";
import { isFor, odd, onRefusal, onSuccess, type Departure } from "./departures.ts";
import type { Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** Never answers a creation whose reply is such. */
function stalled(isStalled: (reply: Reply) => boolean): Departure {
  return async (ask, next) => {
    const made = await next(ask);
    return isFor(ask, "createUser") && isStalled(made) ? new Promise<never>(() => {}) : made;
  };
}

/** What becomes of a creation is another thing than is said. */
export const hostileCreations: readonly Stranger[] = [
  odd("creates-and-fails", "answers a creation with wrong credentials 500, and creates the user", () => ({
    around: [onRefusal("createUser", () => ({ status: 500 })), doneAllTheSame(() => true)],
  })),
  odd("creates-and-hangs", "creates the user of a creation with wrong credentials, and never answers", () => ({
    around: [stalled(({ isRefusal }) => isRefusal === true), doneAllTheSame(() => true)],
  })),
  odd("creates-good-ones-and-hangs", "creates a user, and never answers", () => ({
    around: [stalled(() => true)],
  })),
  odd("creates-two", "creates a second user with each", () => ({
    around: [
      async (ask, next, service) => {
        const made = await next(ask);
        if (made.envelope !== undefined && isFor(ask, "createUser")) {
          service.answer({ ...ask, body: ask.body.replace("@", "@second.") });
        }
        return made;
      },
    ],
  })),
  odd("refused-and-created-unseen", "creates whom it refuses, and its list has no total", () => ({
    around: [onSuccess("listUsers", ({ data }) => ({ data, meta: { page: 1 } })), doneAllTheSame(() => true)],
  })),
  odd("refused-and-created-late", "creates whom it refuses, and shows users after 300 ms", () => ({
    around: [lagging(300), doneAllTheSame(() => true)],
  })),
];
