/** Node has it; its types do not. */
declare const WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<object> }
