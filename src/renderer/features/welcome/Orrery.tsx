const TICKS = Array.from({ length: 72 }, (_, index) => {
  const angle = (index * Math.PI) / 36
  const end = index % 18 === 0 || index % 6 === 0 ? 156 : 152
  const at = (radius: number) =>
    `${(160 + radius * Math.cos(angle)).toFixed(1)} ${(160 + radius * Math.sin(angle)).toFixed(1)}`
  return `M${at(148)}L${at(end)}`
}).join('')

/** The instrument the app is named for: bodies on their orbits, one of them alive. */
export function Orrery() {
  return (
    <svg width="320" height="320" viewBox="0 0 320 320" fill="none" aria-hidden="true">
      <path d={TICKS} className="stroke-line-strong" />
      <g className="stroke-line-strong">
        {[34, 62, 94, 130].map((radius) => (
          <circle key={radius} cx="160" cy="160" r={radius} />
        ))}
        <path d="M160 160L74.8 120.3M160 160L287.2 187.0" />
        <circle cx="160" cy="160" r="17" />
      </g>
      <g className="stroke-fg-3" strokeWidth="1.5" strokeLinecap="round">
        <path d="M149.5 127.7A34 34 0 0 1 186.8 139.1" />
        <path d="M203.1 204.6A62 62 0 0 1 111.1 198.2" />
        <path d="M274.8 99.0A130 130 0 0 1 287.2 187.0" />
      </g>
      <path
        d="M164.9 253.9A94 94 0 0 1 74.8 120.3"
        className="stroke-accent"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle cx="160" cy="160" r="11" className="fill-fg" />
      <circle cx="186.8" cy="139.1" r="4" className="fill-fg-2" />
      <circle cx="111.1" cy="198.2" r="6" className="fill-fg-2" />
      <circle cx="74.8" cy="120.3" r="9" className="fill-accent" />
      <circle cx="74.8" cy="120.3" r="15" className="stroke-accent-line" />
      <circle cx="287.2" cy="187" r="5" className="fill-fg-3" />
      <circle cx="298.2" cy="179" r="2" className="fill-fg-3" />
    </svg>
  )
}
