/** Finds rules by words: all of them must be there, in any order, accents and case aside. */

interface Findable {
  id: string
  sentence: string
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}

export function found<Rule extends Findable>(rules: Rule[], wanted: string): Rule[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  return rules.filter((rule) => {
    const text = plain(`${rule.id} ${rule.sentence}`)
    return words.every((word) => text.includes(word))
  })
}
