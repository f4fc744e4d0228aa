import { useId, useState } from 'react'
import type { SandboxReceipt as Receipt } from '#shared/sandbox/sandbox.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { ReceiptTable } from './ReceiptTable.tsx'

type Ran = Extract<ToolDetails, { kind: 'bash' }>

/** The changes, hosts and blocked acts of a finished command: one line that opens to a table. */
export function SandboxReceipt({ ran, receipt }: { readonly ran: Ran; readonly receipt: Receipt }) {
  const t = useText()
  const table = useId()
  const [open, setOpen] = useState(false)
  const { reached, blocked, outside } = receipt
  const files = ran.files
  const count = files?.looked === true ? files.added + files.changed + files.removed : 0
  const parts = [
    t(outside ? 'sandbox.receipt.outside' : 'sandbox.receipt.inside'),
    ...(files?.looked === false
      ? []
      : [count === 0 ? t('sandbox.receipt.noFiles') : t('sandbox.receipt.files', { count })]),
    reached.length === 0
      ? t('sandbox.receipt.noNetwork')
      : t('sandbox.receipt.hosts', { count: reached.length }),
    blocked.length === 0
      ? t('sandbox.receipt.noBlocks')
      : t('sandbox.receipt.blocks', { count: blocked.length }),
  ]
  return (
    <div className="border-line border-t bg-raised">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? table : undefined}
        onClick={() => setOpen(!open)}
        className="row-cursor flex min-h-(--h-row) w-full items-center gap-2 px-2 text-left text-fg-2 text-xs hover:bg-hover"
      >
        <Icon name="shield" size="xs" />
        <span className="min-w-0 grow">{parts.join(' · ')}</span>
        <span className="shrink-0">{t('sandbox.receipt')}</span>
        <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
      </button>
      {open ? (
        <section id={table} aria-label={t('sandbox.receipt.of', { command: ran.command })}>
          <ReceiptTable ran={ran} receipt={receipt} />
        </section>
      ) : null}
    </div>
  )
}
