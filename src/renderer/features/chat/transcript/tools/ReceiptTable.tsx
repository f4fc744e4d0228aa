import type { SandboxReceipt } from '#shared/sandbox/sandbox.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { placesWords } from '../../../../ui/names/sandbox-places.ts'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

type Ran = Extract<ToolDetails, { kind: 'bash' }>

/** More hidden places are counted. */
const MOST_HIDDEN = 24

/** The rules of a finished command and what was seen. Commands choose the names in it: nothing in them hides or moves others. */
export function ReceiptTable({
  ran: { files },
  receipt: { rules, reached, blocked },
}: {
  readonly ran: Ran
  readonly receipt: SandboxReceipt
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
            <td className="break-words py-0.5 pr-2 text-fg-2">
              <ForeignText text={rule} prose />
            </td>
            <td className="break-words py-0.5">
              <ForeignText text={seen} prose />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
