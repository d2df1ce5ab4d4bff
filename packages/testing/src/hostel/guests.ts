import type { Guest } from '@svc/models'
import type { Random } from '../random.ts'

interface Origin {
  first: readonly [string, ...string[]]
  last: readonly [string, ...string[]]
  /** Dialling code, and how many digits follow. */
  phone: readonly [code: string, digits: number]
}

// Where the guests of a European hostel come from. Addresses end in example domains, so mail that is sent by accident
// reaches no real person.
const origins: readonly [Origin, ...Origin[]] = [
  {
    first: ['Olivia', 'Harry', 'Amelia', 'George'],
    last: ['Hughes', "O'Connor", 'Smith'],
    phone: ['+44', 10],
  },
  { first: ['Lena', 'Jürgen', 'Mia', 'Björn'], last: ['Müller', 'Groß', 'Schäfer'], phone: ['+49', 10] },
  {
    first: ['Chloé', 'François', 'Zoë', 'Théo'],
    last: ['Lefèvre', 'Beaulieu', "D'Aubigné"],
    phone: ['+33', 9],
  },
  { first: ['Lucía', 'Íñigo', 'Begoña', 'Mateo'], last: ['Núñez', 'Ibáñez', 'García'], phone: ['+34', 9] },
  { first: ['Søren', 'Astrid', 'Åse', 'Mads'], last: ['Kjær', 'Ødegård', 'Nygaard'], phone: ['+45', 8] },
  { first: ['João', 'Inês', 'Conceição', 'Rui'], last: ['Magalhães', 'Guimarães', 'Sá'], phone: ['+351', 9] },
  { first: ['Łukasz', 'Agnieszka', 'Wojciech'], last: ['Wiśniewski', 'Zięba', 'Żak'], phone: ['+48', 9] },
  { first: ['Emma', 'Mason', 'Ava', 'Noah'], last: ['Johnson', 'Nguyen', 'Rivera'], phone: ['+1', 10] },
  { first: ['Yuki', '美咲', '健太'], last: ['Tanaka', '佐藤', '鈴木'], phone: ['+81', 10] },
  { first: ['伟', '秀英', 'Jing'], last: ['王', '李', 'Zhang'], phone: ['+86', 11] },
  { first: ['Дмитро', 'Олена', 'Анна'], last: ['Шевченко', 'Коваль', 'Бондар'], phone: ['+380', 9] },
  { first: ['نور', 'Yusuf', 'ليلى'], last: ['الحسن', 'Haddad', 'منصور'], phone: ['+962', 9] },
  { first: ['Thảo', 'Minh', 'Đức'], last: ['Nguyễn', 'Trần', 'Phạm'], phone: ['+84', 9] },
  { first: ['Isabella', 'Thiago', 'Flávia'], last: ['da Silva', 'Araújo', 'Conceição'], phone: ['+55', 11] },
]

/** A guest from somewhere in the world. */
export function makeGuestFrom(random: Random): Guest {
  const { first, last, phone } = random.pick(origins)
  return guestNamed(random, random.pick(first), random.pick(last), phone)
}

/** A guest with a given name. */
export function guestNamed(
  random: Random,
  first_name: string,
  last_name: string,
  [code, digits]: Origin['phone'] = ['+351', 9],
): Guest {
  const id = random.uuid()
  return {
    id,
    first_name,
    last_name,
    email: `${mailbox(first_name, last_name)}.${id.slice(0, 4)}@${random.pick(['example.com', 'example.org', 'example.net'])}`,
    phone: `${code} ${random.digits(digits)}`,
  }
}

/** There are few names, and folding one takes longer than all else about a guest. By the first name, and then the last. */
const mailboxes = new Map<string, Map<string, string>>()

function mailbox(first: string, last: string): string {
  let known = mailboxes.get(first)
  if (!known) mailboxes.set(first, (known = new Map()))
  let made = known.get(last)
  if (made === undefined) known.set(last, (made = foldedName(first, last)))
  return made
}

function foldedName(first: string, last: string): string {
  const folded = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[đĐ]/g, 'd')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .toLowerCase()
    .replaceAll(/[^a-z.]/g, '')
    .replaceAll(/^\.+|\.+$/g, '')
  return folded === '' ? 'guest' : folded
}
