CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff` integer,
	`act` text NOT NULL,
	`subject_kind` text,
	`subject` integer,
	`before` text,
	`after` text,
	`reason` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject_kind`,`subject`);--> statement-breakpoint
CREATE INDEX `audit_staff` ON `audit` (`staff`);--> statement-breakpoint
CREATE INDEX `audit_act` ON `audit` (`act`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mail` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`must_change_password` integer DEFAULT true NOT NULL,
	`totp_secret` text,
	`totp_confirmed_at` integer,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_mail` ON `staff` (`mail`);--> statement-breakpoint
CREATE TABLE `staff_devices` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_devices_staff` ON `staff_devices` (`staff_id`,`used_at`);--> statement-breakpoint
CREATE TABLE `staff_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `staff_passkeys_staff` ON `staff_passkeys` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`entered_at` integer,
	`ended_at` integer,
	`challenge` text,
	`user_agent` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE TRIGGER `audit_is_a_chain` BEFORE INSERT ON `audit`
WHEN new.id <> (SELECT coalesce(max(id), 0) + 1 FROM audit)
  OR new.previous_hash <> (SELECT coalesce((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), ''))
BEGIN
  SELECT raise(ABORT, 'a row of the audit must follow the newest row');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_never_changes` BEFORE UPDATE ON `audit`
BEGIN
  SELECT raise(ABORT, 'a row of the audit cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_never_shrinks` BEFORE DELETE ON `audit`
BEGIN
  SELECT raise(ABORT, 'a row of the audit cannot be removed');
END;
