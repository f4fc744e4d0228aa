declare module '*?raw' {
  const text: string
  export default text
}

declare module '*?url&inline' {
  const address: string
  export default address
}
