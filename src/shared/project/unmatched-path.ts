/** A path that was typed and that no file of the project fits. */
export type UnmatchedPath = { readonly path: string; readonly nearest: string | null }
