/** Reads the bundled catalogue, which is a file of its own in the built app. */
export async function readCatalogue(): Promise<string> {
  const { default: text } = await import('./catalogue.json?raw')
  return text
}
