export const MemberLander = ({
  look,
  id,
  slug,
}: {
  look: 'seat' | 'words' | 'lines'
  id: string
  slug: string | undefined
}) => (
  <p>
    {look}
    {id}
    {slug}
  </p>
)
