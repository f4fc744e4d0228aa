import type { Page } from 'playwright'

/** What is dropped: paths of files and folders, or data as another program offers it. */
export type Dropped =
  | { readonly files: readonly string[] }
  | { readonly mimeType: 'text/plain' | 'text/uri-list'; readonly data: string }

/** Lets something fall on the page as the desktop does, in its middle unless a place is named. */
export async function dropOn(page: Page, dropped: Dropped, at?: { x: number; y: number }): Promise<void> {
  const drag = await dragOver(page, dropped, at)
  await drag.drop()
}

/** Holds something over the page until it is dropped. */
export async function dragOver(page: Page, dropped: Dropped, at = { x: 720, y: 300 }) {
  const session = await page.context().newCDPSession(page)
  const [items, files] =
    'files' in dropped ? [[], dropped.files] : [[{ mimeType: dropped.mimeType, data: dropped.data }], []]
  const data = { items, files: [...files], dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at, data })
  await send('dragEnter')
  await send('dragOver')
  return {
    drop: async () => {
      await send('drop')
      await session.detach()
    },
  }
}
