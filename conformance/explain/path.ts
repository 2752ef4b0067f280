import type { Explanations } from "./explanation.ts";

export const pathExplanations: Explanations = {
  "PATH-01": {
    why: "§4 lists the four operations by method and path, and §9 says that every path begins with /api/v1. Which 2xx code a success has is open, so any will do.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: "404 Not Found",
    mend: "Serve the operation under {base_url}/api/v1 with the method of §4. If it is served, look at what was judged: the base URL is given without /api/v1, the subscription id must be one of the token's account, and --create-body must be a body the service accepts.",
  },
};
