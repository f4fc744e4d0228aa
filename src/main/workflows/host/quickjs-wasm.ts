/**
 * The JavaScript engine of the sandbox, compiled. It is part of the program and needs no file beside it, and is
 * larger than the rest of the app's code, so it is read when the first script is started.
 */
export async function compileQuickJs(): Promise<object> {
  const { default: inlined } = await import('@jitl/quickjs-wasmfile-release-sync/wasm?url&inline')
  const base64 = inlined.slice(inlined.indexOf(',') + 1)
  return WebAssembly.compile(Buffer.from(base64, 'base64'))
}
