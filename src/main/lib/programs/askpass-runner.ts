/** An app that runs its own helper, since the Electron that people start runs no scripts. */
export type AskpassRunner = {
  readonly executable: string
  /** A switch of the executable; empty where it needs none. */
  readonly switch: string
  /** The folder of the app; empty for an executable that holds it. */
  readonly folder: string
}
