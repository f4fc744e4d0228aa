import { useText } from '../../../messages/TextProvider.tsx'

/** What would have come to mind as well, had there been room for it: a line among those that did. */
export function LeftOut({ keys }: { readonly keys: readonly string[] }) {
  const t = useText()
  return keys.length === 0 ? null : (
    <li className="border-line border-t py-2 text-fg-3 text-xs">
      {t('memory.leftOut', { count: keys.length, keys: keys.join(', ') })}
    </li>
  )
}
