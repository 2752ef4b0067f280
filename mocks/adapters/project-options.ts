import { withProject } from "./project.ts";

/**
 * `orgkit/project`: what `orgkit.config.yaml` says of the simulation, for `createSimulation(project)`. In a page, the
 * plugin of `orgkit/vite` puts it in this place.
 */
export default await withProject({});
