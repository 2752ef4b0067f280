/** `orgkit/project` in a page that was built without the plugin: it cannot read files. */
throw new Error(
  "orgkit/project needs the plugin of orgkit/vite in your Vite config; with another bundler, give createSimulation the objects or texts of your files",
);
