def sub(p,*prs):
    s=open(p).read()
    for a,b in prs:
        assert a in s,(p,a)
        s=s.replace(a,b,1)
    open(p,'w').write(s)
sub('contract/desk/members.ts',("""      q: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(254, 'too_long')),
    }),
""","""      q: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(254, 'too_long')),
      /** The last number of the page before, of members found by name. */
      before: v.optional(IdText),
    }),
"""),("or the beginning of a name. */","or the beginning of a name, also with the age as in `Anna, 39`. */"))
sub('server/areas/desk/member-queries.ts',("    byName: async (start: string, limit: number) => found(nameBegins(start), limit),","""    /** @param years of birth; all if left out */
    byName: async (start: string, limit: number, { before, years }: { before?: number; years?: readonly number[] } = {}) =>
      found(
        and(
          nameBegins(start),
          before === undefined ? undefined : lt(users.id, before),
          years === undefined ? undefined : inArray(profiles.birthYear, [...years]),
        ),
        limit,
      ),"""),("import { and, count, desc, eq, isNotNull, or, sum, type SQL }","import { and, count, desc, eq, inArray, isNotNull, lt, or, sum, type SQL }"))
sub('server/areas/desk/members.ts',("  words: string,\n): Promise<{ members","  { q: words, before }: DeskParsed<'members.find'>['query'],\n): Promise<{ members"),
("""  const ways = [
    ['number',""","""  if (before !== undefined) {
    const older = await byName({ read, now }, words, before)
    return { members: older.slice(0, FOUND_MAX), more: older.length > FOUND_MAX }
  }
  const ways = [
    ['number',"""),
("""    ['name', /^\\d+$/.test(words) || words.includes('@') ? [] : await read.deskMembers.byName(words, FOUND_MAX + 1)],
""",""),
("""    for (const row of rows) if (!members.has(row.id)) members.set(row.id, { ...foundOf(row, now()), by })
  return {""","""    for (const row of rows) if (!members.has(row.id)) members.set(row.id, { ...foundOf(row, now()), by })
  if (!/^\\d+$/.test(words) && !words.includes('@'))
    for (const one of await byName({ read, now }, words)) if (!members.has(one.id)) members.set(one.id, one)
  return {"""),
("""/**
 * The letter with this number,""","""/** The newest members whose name begins like this; with an age, as the desk writes names, those of that age. */
const byName = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  words: string,
  before?: number,
): Promise<FoundMember[]> => {
  const [, name = words, age] = /^(.+?),? +(\\d{2,3})$/.exec(words) ?? []
  const year = new Date(now()).getUTCFullYear() - Number(age)
  // Somewhere on earth the year has already begun, or not yet.
  const years = age === undefined ? undefined : [year - 2, year - 1, year, year + 1]
  const found: FoundMember[] = []
  for (let last = before; ; ) {
    const rows = await read.deskMembers.byName(name, FOUND_MAX + 1, {
      ...(last !== undefined && { before: last }),
      ...(years && { years }),
    })
    const members = rows.map((row) => ({ ...foundOf(row, now()), by: 'name' as const }))
    found.push(...members.filter((member) => age === undefined || member.age === Number(age)))
    if (found.length > FOUND_MAX || rows.length <= FOUND_MAX) return found.slice(0, FOUND_MAX + 1)
    last = rows.at(-1)?.id
  }
}

/**
 * The letter with this number,"""))
sub('server/areas/desk/member-routes.ts',("findMembers(deps, staff, query.q)","findMembers(deps, staff, query)"))
p='app/desk/screens/members/members-screen.tsx'
sub(p,("{text === '' ? null : <Results text={text} />}","{text === '' ? null : <Results key={text} text={text} />}"),
("""  const { data, failure } = read
  const list""","""  const { data, failure } = read
  const [older, setOlder] = useState<DeskAnswer<'members.find'> | null>(null)
  const members = [...(data?.members ?? []), ...(older?.members ?? [])]
  const hasMore = (older ?? data)?.more ?? false
  const loadMore = async (): Promise<void> => {
    const answer = await call('members.find', { query: { q: text, before: String(members.at(-1)?.id) } })
    if (!answer.ok) return void showToast(failureText(answer.failure))
    setOlder({ members: [...(older?.members ?? []), ...answer.data.members], more: answer.data.more })
  }
  const list"""),
("        {t('members.found', { count: data.members.length })}\n","        {t(hasMore ? 'members.foundNewest' : 'members.found', { count: members.length })}\n"),
("        {data.members.map((member) => (","        {members.map((member) => ("),
("      {data.more ? <p className=\"muted\">{t('members.more')}</p> : null}\n","""      {hasMore ? (
        <>
          <p className="muted">{t('members.more')}</p>
          <DeskButton kind="second" onClick={() => void loadMore()}>
            {t('queue.more')}
          </DeskButton>
        </>
      ) : null}
"""))
sub('locales/desk/en.json',('"members.more": "There are more. Write more of the name."','"members.foundNewest_one": "The newest member",\n  "members.foundNewest_other": "The newest {{number}} members",\n  "members.more": "There are more. Write more of the name, or add the age, as in “Anna, 39”."'))
