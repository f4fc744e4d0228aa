/** Gives a scripted server its tools. It is an `McpServer` of either line of the official packages. */
export declare function addTools(server: unknown): void
