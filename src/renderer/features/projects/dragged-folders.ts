type Dragged = { readonly items: ArrayLike<{ readonly kind: string; readonly type: string }> }

/** Returns the number of dragged folders. A page can only tell that a folder is a file without a type. */
export function foldersIn(dragged: Dragged | null): number {
  const items = Array.from(dragged?.items ?? [])
  return items.every(({ kind }) => kind === 'file') ? items.filter(({ type }) => type === '').length : 0
}
