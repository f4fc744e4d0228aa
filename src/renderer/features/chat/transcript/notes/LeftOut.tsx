import { useText } from '../../../../messages/TextProvider.tsx'

/** Shows the memories that did not fit the token budget, as a row below the recalled ones. */
export function LeftOut({ keys }: { readonly keys: readonly string[] }) {
  const t = useText()
  return keys.length === 0 ? null : (
    <li className="border-line border-t py-2 text-fg-3 text-xs">
      {t('memory.leftOut', { count: keys.length, keys: keys.join(', ') })}
    </li>
  )
}
