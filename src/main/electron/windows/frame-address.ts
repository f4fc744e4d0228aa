/** The addresses of foreign pages in caged frames. Each page has a host of its own that cannot be guessed. */
export const FRAME_SCHEME = 'orrery-frame'

/** Whether an address is one of a caged frame. */
export function isFramePage(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === `${FRAME_SCHEME}:`
}
