/** Node has it; its types do not. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object
}
