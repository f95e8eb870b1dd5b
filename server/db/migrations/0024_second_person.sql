CREATE TABLE `desk_approvals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`member` integer NOT NULL,
	`payment` text,
	`part` text,
	`refund_reason` text,
	`amount` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT '' NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`staff` integer NOT NULL,
	`at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`approved` integer,
	`answer` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `desk_approvals_member` ON `desk_approvals` (`member`,`id`);--> statement-breakpoint
CREATE INDEX `desk_approvals_open` ON `desk_approvals` (`at`) WHERE decided_at is null;--> statement-breakpoint
ALTER TABLE `chargebacks` ADD `contest_by` integer;