// Generated from the settings of the commands by npm run generate.
export interface components {
  schemas: {
    readonly Config: {
      readonly $schema?: string;
      readonly mock?: {
        /** @description the port to listen on; 0 picks a free one */
        readonly port?: number;
        /** @description the address to listen on */
        readonly host?: string;
        /** @description a host name the console may be reached by, besides localhost; repeatable */
        readonly allowedHost?: readonly string[];
        /** @description the records to serve: demo, edge, empty, crowd:N, or a file */
        readonly world?: string;
        /** @description how to answer where the document is silent: reference, offset, terse, …, or a file */
        readonly dialect?: string;
        /** @description the same seed gives the same ids, generated worlds and faults */
        readonly seed?: number;
        /** @description a disturbance to begin with; repeatable, the first is the outermost */
        readonly scenario?: readonly string[];
        /** @description keep what is done in a file, and go on from it; made where there is none */
        readonly state?: string;
        /** @description how much journal, undo history, recording, snapshots, sandboxes and caches may take together; what came first is forgotten first */
        readonly memory?: number;
        /** @description take over an edited world, dialect or config without losing what was done */
        readonly watch?: boolean;
        /** @description open the console in a browser */
        readonly open?: boolean;
        /** @description print only the start-up lines, not each call */
        readonly quiet?: boolean;
      };
      readonly conform?: {
        readonly baseUrl?: string;
        readonly token?: string;
        readonly tokenB?: string;
        /** @description the id of a record the first account has, of the kinds user, subscription, invoice; twice, to check that ids select */
        readonly id?: readonly string[];
        /** @description the same as --id subscription=ID */
        readonly subscriptionId?: readonly string[];
        /** @description judge createUser too; without it no request but GET is sent */
        readonly allowWrites?: boolean;
        /** @description the body for createUser; {{unique}} becomes a fresh value */
        readonly createBody?: unknown;
        /** @description judge what the target declares, too */
        readonly dialect?: string;
        /**
         * @description judge the requirements up to this level
         * @enum {string}
         */
        readonly level?: "stated" | "implied" | "declared";
        /** @description judge only what has this in its name: ENV-04, AUTH, listUsers */
        readonly grep?: string;
        /** @description exit 3 where something was not verified */
        readonly complete?: boolean;
        /** @description write the reports there */
        readonly out?: string;
        /** @description which reports, of json, html, junit, summary, badge; may be given more than once */
        readonly reporter?: readonly ("json" | "html" | "junit" | "summary" | "badge")[];
        /** @description say what is new, mended and still failing since that report */
        readonly baseline?: string;
        /** @description judge several targets in one run: once each, in the place of BASE_URL */
        readonly target?: readonly string[];
        /** @description judge the targets of a YAML file, each with its token variables, dialect and ids */
        readonly targets?: string;
        /** @description judge a part of the targets, for orgkit merge; N alone takes I from JOB_COMPLETION_INDEX */
        readonly shard?: string;
        /** @description how many targets are judged at the same time */
        readonly workers?: number;
        /** @description requests a second to a target, at most */
        readonly maxRps?: number;
        /** @description how long to wait for a whole reply */
        readonly timeout?: number;
        /** @description a further header the target wants with every call; its value is not shown (a secret one in ORGKIT_HEADER: other users of the machine can read a command line) */
        readonly header?: readonly string[];
        /** @description trust this certificate authority too (PEM) */
        readonly ca?: string;
        /** @description accept any certificate */
        readonly insecure?: boolean;
      };
      readonly learn?: {
        readonly baseUrl?: string;
        readonly token?: string;
        readonly tokenExpired?: string;
        /** @description the id of a record the account has; others are found in its records */
        readonly id?: readonly string[];
        /** @description the same as --id subscription=ID */
        readonly subscriptionId?: readonly string[];
        /** @description learn createUser too, for which at most 3 users are created; without it no request but GET is sent */
        readonly allowWrites?: boolean;
        /** @description a body that creates a user; {{unique}} becomes a fresh value */
        readonly createBody?: unknown;
        /** @description where to write the dialect */
        readonly out?: string;
        /** @description write a world too: of up to 200 users and invoices, with every personal value replaced */
        readonly world?: string;
        /** @description overwrite a file that is there */
        readonly force?: boolean;
        /** @description requests a second to a target, at most */
        readonly maxRps?: number;
        /** @description how long to wait for a whole reply */
        readonly timeout?: number;
        /** @description a further header the target wants with every call; its value is not shown (a secret one in ORGKIT_HEADER: other users of the machine can read a command line) */
        readonly header?: readonly string[];
        /** @description trust this certificate authority too (PEM) */
        readonly ca?: string;
        /** @description accept any certificate */
        readonly insecure?: boolean;
      };
      readonly diff?: {
        /** @description print all that differs as JSON */
        readonly json?: boolean;
        readonly token?: string;
        readonly tokenOfB?: string;
        /** @description the id of a record of the target, or of A where both are; others are found in its records */
        readonly id?: readonly string[];
        /** @description the id of a record of B, where both are targets */
        readonly idOfB?: readonly string[];
        /** @description the same as --id subscription=ID */
        readonly subscriptionId?: readonly string[];
        /** @description the same as --id-of-b subscription=ID */
        readonly subscriptionIdOfB?: readonly string[];
        /** @description a further header the target, or A, wants with every call; its value is not shown */
        readonly header?: readonly string[];
        /** @description the same for B, where both are targets */
        readonly headerOfB?: readonly string[];
        /** @description requests a second to a target, at most */
        readonly maxRps?: number;
        /** @description how long to wait for a whole reply */
        readonly timeout?: number;
        /** @description trust this certificate authority too (PEM) */
        readonly ca?: string;
        /** @description accept any certificate */
        readonly insecure?: boolean;
      };
      readonly proxy?: {
        readonly baseUrl?: string;
        /** @description judge what the target declares, too: fields of records, status codes, the body of createUser */
        readonly dialect?: string;
        /**
         * @description judge what the client sends, what the target replies, or both
         * @enum {string}
         */
        readonly side?: "both" | "request" | "reply";
        /** @description exit 1 where there was one */
        readonly failOnViolation?: boolean;
        /** @description write proxy.json, summary.md, junit.xml and openapi.json there */
        readonly out?: string;
        /** @description the port to listen on; 0 picks a free one */
        readonly port?: number;
        /** @description the address to listen on */
        readonly host?: string;
        /** @description a host name it may be reached by, besides localhost; repeatable */
        readonly allowedHost?: readonly string[];
        /** @description an origin whose pages may use the proxy, besides those on localhost; repeatable */
        readonly allowOrigin?: readonly string[];
        /** @description how long to wait for the target to begin its reply, and to go on with it */
        readonly timeout?: number;
        /** @description trust this certificate authority too (PEM) */
        readonly ca?: string;
        /** @description accept any certificate */
        readonly insecure?: boolean;
        /** @description print no line for each call, only the report */
        readonly quiet?: boolean;
      };
      readonly openapi?: {
        /** @description what to describe where the document is silent: reference, offset, terse, …, or a file */
        readonly dialect?: string;
        /** @description write it there, as YAML where the name ends in .yaml or .yml; otherwise it is printed as JSON */
        readonly out?: string;
        /** @description overwrite a file that is there */
        readonly force?: boolean;
      };
      readonly capsule?: {
        /** @description the port of the mock, where it runs on this machine */
        readonly port?: number;
        /** @description the address of the mock, or of its console, in the place of --port */
        readonly from?: string;
        /** @description of this sandbox, not of the main world */
        readonly sandbox?: string;
        /** @description where to write it */
        readonly out?: string;
        /** @description what a mock that is open to other machines printed at its start */
        readonly controlToken?: string;
        /** @description overwrite a file that is there */
        readonly force?: boolean;
      };
      readonly replay?: {
        /**
         * @description how the mock is called: simulation, http, msw
         * @enum {string}
         */
        readonly face?: "simulation" | "http" | "msw";
        /** @description also write a Playwright test that makes the same calls, for instance reproduction.spec.ts */
        readonly test?: string;
        /** @description overwrite a test that is there */
        readonly force?: boolean;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
