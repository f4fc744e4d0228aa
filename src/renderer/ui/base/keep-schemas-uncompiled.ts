/**
 * Compiling schemas needs `eval`, which the page's policy refuses. This says so beforehand, where the library looks for
 * its settings when it is read: reading it now would hold up the first page, which needs none of it.
 */
export function keepSchemasUncompiled(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}
