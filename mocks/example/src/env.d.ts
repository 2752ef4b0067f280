interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  /** Where the service is, without `/api/v1`; `http://api.example` by default. */
  readonly VITE_API_BASE_URL?: string;
  /** The first access token; the demo world's by default. */
  readonly VITE_API_TOKEN?: string;
}
