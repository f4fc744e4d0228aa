/**
 * Compiles the JavaScript engine of the sandbox. It is embedded in the program and larger than the app's
 * other code, so it is loaded with the first script.
 */
export async function compileQuickJs(): Promise<object> {
  const { default: inlined } = await import('@jitl/quickjs-wasmfile-release-sync/wasm?url&inline')
  const base64 = inlined.slice(inlined.indexOf(',') + 1)
  return WebAssembly.compile(Buffer.from(base64, 'base64'))
}
