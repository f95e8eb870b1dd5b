import { LanderFrame, type LanderProps } from './lander-frame.tsx'

export const AdultLander = ({ slug }: LanderProps) => <LanderFrame lander="adultonly" slug={slug} art={null} />
