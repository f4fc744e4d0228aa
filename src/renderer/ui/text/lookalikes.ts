/** Letters and digits of other alphabets that are drawn like ASCII ones, after Unicode Technical Standard 39. */
export const LOOKALIKES: ReadonlySet<string> = new Set([
  // Cyrillic
  ...'\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf\u04af\u0475\u0410\u0412\u0415\u0417\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u050c\u051a\u051c\u04ae\u04c0\u042c\u0474',
  // Greek
  ...'\u03b1\u03bf\u03bd\u03c1\u03b9\u03c5\u03b3\u03c3\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03f2\u03f3\u03f9',
  // Armenian
  ...'\u0585\u0578\u057d\u0581\u0570\u0566\u0501\u0584\u054f\u0555\u054d\u053c\u0575\u0563',
  // Cherokee
  ...'\u13a0\u13a1\u13a2\u13a5\u13a9\u13aa\u13ab\u13ac\u13b3\u13b5\u13bb\u13bd\u13be\u13c0\u13c2\u13c3\u13ce\u13cf\u13d2\u13d4\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13e7\u13ee\u13f4',
  // Latin beyond ASCII
  ...'\u0131\u0251\u0261\u0269\u028b\u029f\u026a\u0280\u0274\u028f\u0299\u0262\u029c\u025b\u017f\u01c0\u01c3\u0196',
  // Letterlike signs
  ...'\u2102\u210a\u210b\u210c\u210d\u210e\u2110\u2111\u2112\u2113\u2115\u2119\u211a\u211b\u211c\u211d\u2124\u2128\u212a\u212c\u212d\u212f\u2130\u2131\u2133\u2134\u2139\u2145\u2146\u2147\u2148\u2149',
  // Roman numerals
  ...'\u2160\u2164\u2169\u216c\u216d\u216e\u216f\u2170\u2174\u2179\u217c\u217d\u217e\u217f',
  // Mathematical letters and digits
  ...range(0x1d400, 0x1d7ff),
  // Letters and digits of full width
  ...range(0xff10, 0xff19),
  ...range(0xff21, 0xff3a),
  ...range(0xff41, 0xff5a),
])

function range(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
