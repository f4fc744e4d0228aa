import { ForeignText } from '../ui/text/ForeignText.tsx'

/** Words that are to be allowed. They are never cut: they wrap, blanks too, and nothing in them is invisible. */
export function Well({ text, sign }: { text: string; sign?: string }) {
  return (
    <pre className="whitespace-break-spaces break-all rounded-md border border-line bg-sunken px-3 py-1 plain-code text-sm/(--code-line)">
      {sign === undefined ? null : <span className="select-none text-syn-note">{sign} </span>}
      <ForeignText text={text} lines />
    </pre>
  )
}
