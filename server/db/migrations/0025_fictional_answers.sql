CREATE TABLE `awaited_answers` (
	`message` integer PRIMARY KEY NOT NULL,
	`member` integer NOT NULL,
	`profile` integer NOT NULL,
	`credits` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `awaited_answers_pair` ON `awaited_answers` (`member`,`profile`);--> statement-breakpoint
CREATE INDEX `awaited_answers_at` ON `awaited_answers` (`at`);--> statement-breakpoint
ALTER TABLE `messages` ADD `unanswered_at` integer;