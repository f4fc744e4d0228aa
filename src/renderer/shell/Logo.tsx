/** The instrument in small. */
export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="2.25" fill="currentColor" />
      <circle cx="10" cy="10" r="4.75" stroke="currentColor" strokeOpacity=".5" />
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity=".5" />
      <circle cx="13.36" cy="6.64" r="1.25" fill="currentColor" />
      <circle cx="2.7" cy="13.2" r="1.75" className="fill-accent" />
    </svg>
  )
}
