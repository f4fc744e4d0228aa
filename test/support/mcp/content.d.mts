/** Gives a scripted server resources and prompts. It is an `McpServer` of either line of the official packages. */
export declare function addContent(
  server: unknown,
  line: {
    readonly ResourceTemplate: unknown
    readonly completable: unknown
    readonly asArgs: (shape: object) => unknown
    readonly ask: unknown
  },
): void
