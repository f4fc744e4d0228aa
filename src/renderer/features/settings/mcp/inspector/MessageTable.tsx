import { type KeyboardEvent, useCallback } from 'react'
import type { McpMessageRow } from '#shared/mcp/inspector.ts'
import { type Text, useText } from '../../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../../ui/base/bytes-text.ts'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'

import { useExactTimeText } from '../../../../ui/base/time.ts'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

type MessageTableProps = {
  readonly rows: readonly McpMessageRow[]
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
}

const HEAD = 'h-7 whitespace-nowrap border-line border-b px-2 font-medium text-fg-3 text-xs'
const CELL = 'h-7 whitespace-nowrap border-line border-b px-2 text-fg-2 text-xs'
/** Hidden in a narrow pane; the detail shows the same. */
const WIDE_ONLY = '@max-[560px]:hidden'

const isElement = (node: Element): node is HTMLElement => node instanceof HTMLElement

/** Messages as rows. Up and Down select the row above and below. */
export function MessageTable({ rows, chosen, onChoose }: MessageTableProps) {
  const t = useText()
  const keys = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...event.currentTarget.querySelectorAll('[data-message]')].filter(isElement)
    const at = buttons.findIndex((each) => each.matches(':focus'))
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]
    next?.focus()
    next?.click()
  }, [])
  const column = (name: 'time' | 'method' | 'content' | 'size' | 'took', more = '') => (
    <th scope="col" className={classNames(HEAD, more)}>
      {t(`settings.mcp.inspect.column.${name}`)}
    </th>
  )
  return (
    <table
      aria-label={t('settings.mcp.tab.messages')}
      onKeyDown={keys}
      className="-mx-2 w-[calc(100%+16px)] table-fixed text-left text-sm"
    >
      <thead>
        <tr>
          {column('time', 'w-32')}
          {column('method', 'w-44')}
          {column('content')}
          {column('size', classNames('w-18 text-right', WIDE_ONLY))}
          {column('took', classNames('w-18 text-right', WIDE_ONLY))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <MessageLine
            key={row.id}
            row={row}
            on={row.id === chosen}
            reachable={rows.some(({ id }) => id === chosen) ? row.id === chosen : index === 0}
            onChoose={() => onChoose(row.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

type MessageLineProps = {
  readonly row: McpMessageRow
  readonly on: boolean
  readonly reachable: boolean
  readonly onChoose: () => void
}

function MessageLine({ row, on, reachable, onChoose }: MessageLineProps) {
  const t = useText()
  const time = useExactTimeText()
  const size = useBytesText()
  const numbers = useNumbers()
  return (
    <tr data-on={on} className="group hover:bg-hover data-[on=true]:bg-select-live">
      <td
        className={classNames(CELL, 'figures group-data-[on=true]:shadow-[inset_2px_0_0_var(--color-focus)]')}
      >
        <span className="flex items-center gap-2">
          {row.failed ? (
            <Mark state="fail" label={t('settings.mcp.inspect.failed')} />
          ) : (
            <span
              role="img"
              aria-label={t(`settings.mcp.inspect.from.${row.sender}`)}
              className="flex text-fg-3"
            >
              <Icon name={row.sender === 'client' ? 'right' : 'left'} size="s" />
            </span>
          )}
          {time(row.at)}
        </span>
      </td>
      <td className={CELL}>
        <button
          type="button"
          data-message
          tabIndex={reachable ? 0 : -1}
          aria-pressed={on}
          onClick={onChoose}
          className="block w-full truncate rounded-sm text-left plain-code text-fg text-xs"
        >
          <ForeignText text={methodWords(t, row)} />
        </button>
      </td>
      <td className={classNames(CELL, 'truncate', row.failed && 'text-bad-fg')}>
        <ForeignText text={row.kind === 'dropped' ? '' : row.summary} />
      </td>
      <td className={classNames(CELL, 'figures text-right', WIDE_ONLY)}>
        {row.size === 0 ? '' : size(row.size)}
      </td>
      <td className={classNames(CELL, 'figures text-right', WIDE_ONLY)}>
        {row.tookMs === null ? '' : numbers.took(row.tookMs)}
      </td>
    </tr>
  )
}

/** The method, or words for rows that are no message. */
export function methodWords(t: Text, { kind, method, summary }: McpMessageRow): string {
  if (kind === 'dropped') return t('settings.mcp.inspect.dropped', { count: Number(summary) })
  if (kind === 'answer') return t('settings.mcp.inspect.answerTo', { method: method === '' ? '?' : method })
  return method.replace(/^notifications\//, '')
}
