export const MemberSignup = ({ id }: { id: string }) => <p>{id}</p>
