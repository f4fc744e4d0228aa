import type { ReportRow } from '#shared/context/report.ts'
import { toolTitle } from '../../../../approvals/tool-title.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import type { IconName } from '../../../../ui/base/icon-shapes.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { ITEM_WORDS } from '../../../../ui/names/item-words.ts'
import { ruleKey } from './rule-words.ts'

const FATE_ICONS: Readonly<Record<ReportRow['outcome'], IconName>> = {
  kept: 'check',
  merged: 'link',
  truncated: 'minus',
  summarised: 'book',
  dropped: 'x',
}

/** One event: its author, its first words, its fate with the reason, and its tokens. */
export function RequestRow({ row }: { readonly row: ReportRow }) {
  const t = useText()
  const numbers = useNumbers()
  const { who, name, outcome, rule, tokens } = row
  const gone = outcome === 'dropped' || outcome === 'summarised'
  const key = ruleKey(row)
  // A kind an extension brought has no words here and is shown by its name.
  const item = who === 'item' ? ITEM_WORDS[name ?? ''] : undefined
  const speaker =
    who === 'tool'
      ? toolTitle(name ?? '', t)
      : who !== 'item'
        ? t(`context.who.${who}`)
        : item === undefined
          ? (name ?? '')
          : t(item)
  return (
    <div className="grid h-full grid-cols-[16px_minmax(0,1fr)_auto] content-center gap-x-2">
      <Icon
        name={FATE_ICONS[outcome]}
        size="s"
        className={classNames('mt-0.5', outcome === 'kept' ? 'text-ok' : gone ? 'text-fg-3' : 'text-warn-fg')}
      />
      <span className={classNames('truncate text-sm', gone ? 'text-fg-3' : 'text-fg-2')}>
        <span className={classNames('font-medium', !gone && 'text-fg')}>{speaker}</span> {row.text}
      </span>
      <span className="figures self-center text-fg-3 text-xs">
        {tokens === 0 ? '–' : numbers.whole(tokens)}
      </span>
      <span className="col-start-2 col-end-4 truncate text-fg-3 text-xs">
        {t(`context.fate.${outcome}`)} · {key === null ? rule : t(key)}
      </span>
    </div>
  )
}
