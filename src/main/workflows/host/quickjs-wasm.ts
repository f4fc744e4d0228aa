import inlined from '@jitl/quickjs-wasmfile-release-sync/wasm?url&inline'

/** The JavaScript engine of the sandbox, compiled. It is part of the program and needs no file beside it. */
export async function compileQuickJs(): Promise<object> {
  const base64 = inlined.slice(inlined.indexOf(',') + 1)
  return WebAssembly.compile(Buffer.from(base64, 'base64'))
}
