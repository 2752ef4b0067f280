import { conformance } from "orgkit/suite";

conformance();
