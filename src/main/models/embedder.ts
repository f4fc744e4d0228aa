/** Makes vectors of texts: numbers by which a machine can tell which texts mean something alike. */
export type Embedder = {
  /** Vectors of models with different names cannot be compared. */
  readonly model: string
  /**
   * One vector for each text, in their order, all of one length. `onUsed` hears the tokens of an answer, as the server
   * counted them or by our estimate. Throws an `AppError`.
   */
  readonly embed: (
    texts: readonly string[],
    signal: AbortSignal,
    onUsed?: (tokens: number) => void,
  ) => Promise<readonly Float32Array<ArrayBuffer>[]>
}
