interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  /** The base URL of the service, without `/api/v1`; `http://api.example` by default. */
  readonly VITE_API_BASE_URL?: string;
  /** The first access token; that of the demo world by default. */
  readonly VITE_API_TOKEN?: string;
}
