CREATE INDEX `letters_answered` ON `letters` (`answered_at`) WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX `letters_visitors` ON `letters` (`user_id`,`answered_at`) WHERE user_id is null and email <> '';--> statement-breakpoint
CREATE INDEX `letters_addresses` ON `letters` (lower(email)) WHERE user_id is null and email <> '';