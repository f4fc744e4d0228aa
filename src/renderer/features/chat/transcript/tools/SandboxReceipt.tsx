import { useId, useState } from 'react'
import type { SandboxReceipt as Receipt } from '#shared/sandbox/sandbox.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { placesWords } from '../../../../ui/names/sandbox-places.ts'

type Ran = Extract<ToolDetails, { kind: 'bash' }>

/** What a finished command changed, reached and was kept from: one line that opens to a table. */
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
          <Table ran={ran} receipt={receipt} />
        </section>
      ) : null}
    </div>
  )
}

/** More hidden places are counted. */
const MOST_HIDDEN = 24

function Table({
  ran: { files },
  receipt: { rules, reached, blocked },
}: {
  readonly ran: Ran
  readonly receipt: Receipt
}) {
  const t = useText()
  const more = rules.writes.map((path) => `, ${path}`).join('')
  const limits = [
    ...(rules.memoryMb === null ? [] : [t('sandbox.rule.memory', { size: rules.memoryMb })]),
    ...(rules.processes === null ? [] : [t('sandbox.rule.processes', { count: rules.processes })]),
  ]
  const rows = [
    {
      name: t('sandbox.row.write'),
      rule: t('sandbox.rule.write', { more }),
      seen:
        files?.looked === true
          ? t('sandbox.observed.files', {
              added: files.added,
              changed: files.changed,
              removed: files.removed,
            })
          : t(files === undefined ? 'sandbox.observed.none' : 'sandbox.observed.unknown'),
    },
    {
      name: t('sandbox.row.network'),
      rule:
        rules.network === 'off'
          ? t('sandbox.rule.off')
          : rules.hosts.length === 0
            ? t('sandbox.rule.noHosts')
            : rules.hosts.join(', '),
      seen: reached.length === 0 ? t('sandbox.observed.noHost') : reached.map(({ name }) => name).join(', '),
    },
    {
      name: t('sandbox.row.hidden'),
      rule: [
        placesWords(rules.hides, MOST_HIDDEN, t),
        ...(rules.searchLimited === true ? [t('sandbox.profile.limited')] : []),
      ].join('. '),
      seen: t('sandbox.observed.hidden'),
    },
    { name: t('sandbox.row.limits'), rule: limits.join(', '), seen: '' },
    {
      name: t('sandbox.row.blocked'),
      rule: '',
      seen:
        blocked.length === 0
          ? t('sandbox.observed.none')
          : blocked.map(({ what, name }) => `${t(`sandbox.what.${what}`)} ${name}`).join(', '),
    },
  ]
  return (
    <table className="mx-2 mb-2 w-[calc(100%-16px)] table-fixed text-left text-xs">
      <thead className="text-fg-3">
        <tr>
          <th className="w-20" />
          <th scope="col" className="font-normal">
            {t('sandbox.receipt.rule')}
          </th>
          <th scope="col" className="font-normal">
            {t('sandbox.receipt.observed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, rule, seen }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="py-0.5 font-normal text-fg-3">
              {name}
            </th>
            <td className="break-words py-0.5 pr-2 text-fg-2">{rule}</td>
            <td className="break-words py-0.5">{seen}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
