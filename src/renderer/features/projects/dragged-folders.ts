type Dragged = { readonly items: ArrayLike<{ readonly kind: string; readonly type: string }> }

/** How many folders are dragged, as far as a page can tell: a folder is a file without a type. */
export function foldersIn(dragged: Dragged | null): number {
  const items = Array.from(dragged?.items ?? [])
  return items.every(({ kind }) => kind === 'file') ? items.filter(({ type }) => type === '').length : 0
}
