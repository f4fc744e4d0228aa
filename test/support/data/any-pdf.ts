/** A small PDF with these lines on its one page. `locked`: it wants a password nobody knows. */
export function pdfWith(lines: readonly string[], { locked = false } = {}): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join(' ')
  const stream = `BT /F1 12 Tf 72 720 Td 14 TL ${shown} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  const lock = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`
  text += `trailer\n<< /Size ${count} /Root 1 0 R ${locked ? lock : ''}>>\nstartxref\n${end}\n%%EOF`
  return Buffer.from(text, 'latin1')
}
